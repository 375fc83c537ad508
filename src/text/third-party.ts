/** What THIRD-PARTY-LICENSES says between the licences, and what stops a build that cannot give one. */
export const thirdParty = {
  title: "Software of others in pix",
  bundled: "The program (dist/) contains code of these packages:",
  beside: "These are installed beside it; a native part is one of those for its platform:",
  sources:
    "The source of each is the package of its name and version at https://registry.npmjs.org.",
  texts: "What each of them asks to be said follows.",
  licence: (name: string): string => (name === "" ? "see its text" : name),
  native: "A native part carries the licences of what was built into it, where it has any.",
  within: (outer: string, inner: string): string => `${inner}, which ${outer} contains:`,
  comment: (file: string): string => `In ${file}:`,
  missing: (name: string, folder: string): string =>
    `${name} would be shipped without a licence: ${folder} has no file with one. ` +
    "Ask its author for the text, or do without the package.",
};
