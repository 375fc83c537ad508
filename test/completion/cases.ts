/** The words of a command line, the last one where TAB is pressed, and what all shells must offer there. */
export interface Case {
  readonly words: readonly string[];
  readonly offered: readonly string[];
}

export const cases: readonly Case[] = [
  {
    words: ["pix", "withdraw", "create", "--key-type", ""],
    offered: ["cnpj", "cpf", "email", "evp", "phone"],
  },
  { words: ["pix", "withdraw", "create", "--key-type", "e"], offered: ["email", "evp"] },
  { words: ["pix", "--profile", ""], offered: ["sandbox", "shop", "st_2-a"] },
  { words: ["pix", "account", "-p", "s"], offered: ["sandbox", "shop", "st_2-a"] },
  { words: ["pix", "profiles", "show", "st"], offered: ["st_2-a"] },
  { words: ["pix", "profiles", "list", "x"], offered: [] },
  { words: ["pix", "pix", "c"], offered: ["cancel", "create"] },
  { words: ["pix", "-p", "shop", "--json", "pix", "c"], offered: ["cancel", "create"] },
  { words: ["pix", "--output=json", "links", ""], offered: ["create", "get", "list"] },
  { words: ["pix", "pix", "create", "--qr", ""], offered: ["auto", "large", "never", "small"] },
  { words: ["pix", "pix", "create", "--name", "pix", "--qr", "l"], offered: ["large"] },
  { words: ["pix", "pix", "create", "--idem"], offered: ["--idempotency-key"] },
  { words: ["pix", "balance", "--no-"], offered: ["--no-color", "--no-input"] },
  { words: ["pix", "pix", "create", "--wait", "--qr", "s"], offered: ["small"] },
  { words: ["pix", "login", "--env", ""], offered: ["production", "staging"] },
  { words: ["pix", "completion", ""], offered: ["bash", "fish", "powershell", "zsh"] },
  { words: ["pix", "help", "w"], offered: ["withdraw"] },
  { words: ["pix", "sandbox", "fault", ""], offered: ["add", "clear", "list"] },
  { words: ["pix", "account", "--", "--pro"], offered: [] },
  { words: ["pix", "pix", "create", "--amount", ""], offered: [] },
];
