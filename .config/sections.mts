import type { Plugin } from "rolldown";

const CATALOGUE = /[\\/]src[\\/]text[\\/]([a-z]+)\.ts$/;
const SECTION = /^import \{ (\w+) \} from "(\.\/[\w/-]+)\.ts";$/gm;
/** What a catalogue may be beside its sections: a comment, and the sections' names as one object. */
const REST = /^\s*(?:\/\*\*[\s\S]*?\*\/\s*)?export const \w+ = \{([\w,\s]*)\};\s*$/;

/**
 * A catalogue of sentences imports its sections, and a command needs few of them: in the build each section is a
 * file of its own, loaded when its first sentence is read. Half of what every start would otherwise load is text.
 */
export function sections(): Plugin {
  return {
    name: "sections",
    resolveId(source) {
      return source.startsWith("./text-") ? { id: source, external: true } : null;
    },
    async transform(code, id) {
      const language = CATALOGUE.exec(id)?.[1];
      const found = [...code.matchAll(SECTION)];
      if (language === undefined || found.length === 0) return null;
      const named = new Set(REST.exec(code.replaceAll(SECTION, ""))?.[1]?.match(/\w+/g));
      if (named.size !== found.length || found.some(([, name = ""]) => !named.has(name))) {
        throw new Error(`${id} is more than its sections, or less: see .config/sections.mts`);
      }
      const getters: string[] = [];
      for (const [, name = "", path = ""] of found) {
        const file = `text-${language}-${name}.cjs`;
        const section = await this.resolve(`${path}.ts`, id);
        if (section === null) throw new Error(`${path}.ts is not there`);
        this.emitFile({ type: "chunk", id: section.id, fileName: `chunks/${file}` });
        getters.push(
          `get ${name}() { return (loaded.${name} ??= require("./${file}").${name}); },`,
        );
      }
      return `const loaded = {};\nexport const ${language} = {\n${getters.join("\n")}\n};`;
    },
  };
}
