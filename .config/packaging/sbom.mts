import { execFile } from "node:child_process";
import { promisify } from "node:util";
import * as v from "valibot";
import { bundleOf } from "./bundle.mts";
import { packagesBeside, packagesIn } from "./packages.mts";

const componentSchema = v.looseObject({
  "bom-ref": v.string(),
  scope: v.optional(v.string()),
  properties: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
});

type Component = v.InferOutput<typeof componentSchema>;

const billSchema = v.looseObject({
  metadata: v.looseObject({ component: componentSchema }),
  components: v.array(componentSchema),
  dependencies: v.array(v.object({ ref: v.string(), dependsOn: v.optional(v.array(v.string())) })),
});

type Bill = v.InferOutput<typeof billSchema>;

const MARKS = { bundled: "cdx:npm:package:bundled", development: "cdx:npm:package:development" };
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * What is shipped, as CycloneDX: npm's own bill of everything, cut down to what has code in the bundle and
 * what is installed beside it. npm alone tells only of the second, for to it the first are tools of the
 * build. Neither a time nor a random number is in it, so that one commit has one bill.
 */
export async function billOfMaterials(project: string): Promise<string> {
  const bundled = new Set(packagesIn(await bundleOf(project), project).map(refOf));
  const shipped = new Set([...bundled, ...packagesBeside(project).map(refOf)]);
  const whole = await wholeBill(project);
  const missing = [...shipped].filter(
    (ref) => !whole.components.some((component) => component["bom-ref"] === ref),
  );
  if (missing.length > 0) throw new Error(`npm sbom knows nothing of ${missing.join(", ")}`);
  return `${JSON.stringify(cut(whole, { shipped, bundled }), null, 2)}\n`;
}

async function wholeBill(project: string): Promise<Bill> {
  const flags = ["--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];
  const { stdout } = await promisify(execFile)("npm", ["sbom", ...flags], {
    cwd: project,
    maxBuffer: OUTPUT_BYTES_MAX,
  });
  return v.parse(billSchema, JSON.parse(stdout));
}

function cut(
  bill: Bill,
  kept: { readonly shipped: ReadonlySet<string>; readonly bundled: ReadonlySet<string> },
): object {
  const { metadata, components, dependencies, serialNumber: _random, ...rest } = bill;
  const { timestamp: _today, component, ...told } = metadata;
  const root = component["bom-ref"];
  const isKept = (ref: string): boolean => ref === root || kept.shipped.has(ref);
  return {
    ...rest,
    metadata: {
      ...told,
      // npm gives the name of the folder.
      component: { ...component, name: root.slice(0, root.lastIndexOf("@")) },
      properties: [{ name: "cdx:reproducible", value: "true" }],
    },
    components: components
      .filter((one) => isKept(one["bom-ref"]))
      .map((one) => (kept.bundled.has(one["bom-ref"]) ? asBundled(one) : one)),
    dependencies: dependencies
      .filter(({ ref }) => isKept(ref))
      .map(({ ref }) => ({ ref, dependsOn: neededBy(ref, { dependencies, isKept }) })),
  };
}

/** A package that only hands on others leaves no code in the bundle: what it needs, its user needs. */
function neededBy(
  ref: string,
  { dependencies, isKept }: Pick<Bill, "dependencies"> & { isKept: (ref: string) => boolean },
): readonly string[] {
  const needs = new Map(dependencies.map((one) => [one.ref, one.dependsOn ?? []]));
  const seen = new Set<string>();
  const gather = (from: string): readonly string[] =>
    (needs.get(from) ?? []).flatMap((needed) => {
      if (seen.has(needed)) return [];
      seen.add(needed);
      return isKept(needed) ? [needed] : gather(needed);
    });
  return gather(ref);
}

/** To npm it is a tool of the build that nobody needs; in truth nobody is without it. */
function asBundled(component: Component): Component {
  const others = component.properties.filter(({ name }) => name !== MARKS.development);
  const properties = [...others, { name: MARKS.bundled, value: "true" }];
  return { ...component, scope: "required", properties };
}

function refOf({ name, version }: { readonly name: string; readonly version: string }): string {
  return `${name}@${version}`;
}
