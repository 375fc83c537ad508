import { writeFileSync } from "node:fs";
import process from "node:process";
import { billOfMaterials } from "./sbom.mts";

/** `npm run sbom`: what is shipped, for programs that look for known faults in it. */
writeFileSync("pix.cdx.json", await billOfMaterials(process.cwd()));
