export const dryRun = {
  nothingSent: "Dry run: this is the request; nothing was sent.",
  local: {
    message:
      "--dry-run shows a request, and this command sends none: it changes what is kept here.",
    hint: "Nothing was changed. Run it without --dry-run.",
  },
};
