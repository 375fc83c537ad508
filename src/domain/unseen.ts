/**
 * Whether a text holds what nobody can see or what is no text: spaces of every kind, controls, marks that
 * only format, lone surrogates (Unicode's C and Z). Most texts are ASCII and never come to the pattern that
 * Node takes long to make.
 */
export function holdsUnseen(text: string): boolean {
  return !/^[!-~]*$/.test(text) && /[\p{C}\p{Z}]/u.test(text);
}

/** Whether a text holds a control character or a lone surrogate (Unicode's Cc and Cs). */
export function holdsControls(text: string): boolean {
  return !/^[ -~]*$/.test(text) && /[\p{Cc}\p{Cs}]/u.test(text);
}
