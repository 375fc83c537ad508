import type { Plugin } from "rolldown";
import { parseAst } from "rolldown/parseAst";

/**
 * Node checks every regular expression of a file when it reads the file, and one with a Unicode property, such as
 * `\p{C}`, takes it a hundred times as long as another. In the build such a literal stands as text, and is made when it is
 * first come by.
 */
export function regexes(): Plugin {
  return {
    name: "regexes",
    transform: {
      filter: { id: /[\\/]src[\\/].*\.ts$/, code: "\\p{" },
      handler(code, id) {
        const literals = literalsIn(parseAst(code, { lang: "ts" }, id));
        const makers = literals.map(makerOf);
        const rest = literals.reduceRight(
          (text, { start, end }, index) =>
            `${text.slice(0, start)}regex${index}()${text.slice(end)}`,
          code,
        );
        return { code: `${rest}\n${makers.join("\n")}`, moduleType: "ts" };
      },
    },
  };
}

interface Literal {
  readonly start: number;
  readonly end: number;
  readonly regex: { readonly pattern: string; readonly flags: string };
}

/** Where it remembers how far it has searched, every use must have its own, as with a literal. */
function makerOf({ regex: { pattern, flags } }: Literal, index: number): string {
  const made = `new RegExp(${JSON.stringify(pattern)}, ${JSON.stringify(flags)})`;
  const kept = `regex${index}.made ??= ${made}`;
  return `function regex${index}() { return ${/[gy]/.test(flags) ? made : kept}; }`;
}

/** In the order of the text. */
function literalsIn(node: unknown): readonly Literal[] {
  if (typeof node !== "object" || node === null) return [];
  if (isLiteral(node)) return node.regex.pattern.includes("\\p{") ? [node] : [];
  const below: readonly unknown[] = Object.values(node);
  return below
    .flatMap((each) => literalsIn(each))
    .toSorted((one: Literal, other: Literal) => one.start - other.start);
}

function isLiteral(node: object): node is Literal {
  return "type" in node && node.type === "Literal" && "regex" in node;
}
