import type { BrCodeProblem, BrCodeWarning } from "../../domain/brcode.ts";

export const brcode = {
  labels: {
    type: "Type",
    key: "Pix key",
    url: "Location",
    recurrence: "Recurrence",
    amount: "Amount",
    name: "Name",
    city: "City",
    txid: "Transaction id",
    description: "Description",
    postalCode: "Postal code",
    crc: "CRC",
  },
  noCode: "Which code? Give it as an argument (in quotes) or on standard input.",
  inputTooLong: (bytes: number): string =>
    `Standard input is longer than ${bytes} bytes: that is no copy-and-paste code.`,
  invalid: (problem: string): string => `This is not a valid Pix copy-and-paste code: ${problem}`,
  problem: (problem: BrCodeProblem): string => {
    const sentences: Readonly<Record<BrCodeProblem, string>> = {
      empty: "it is empty.",
      too_long: "it is longer than 512 bytes.",
      no_crc: "it does not end in a checksum (6304 and four hexadecimal digits).",
      crc: "its checksum is wrong: a character was changed or lost.",
      charset: "it holds control characters.",
      tlv: "a field has no readable length.",
      tlv_truncated: "it ends inside a field.",
      dup: "a field occurs twice.",
      pfi: "it does not begin with 000201.",
      initiation: "field 01 is neither 11 nor 12.",
      mcc: "the merchant category (field 52) is not four digits.",
      currency: "the currency (field 53) is not 986, the real.",
      amount: "the amount (field 54) is malformed.",
      country: "the country (field 58) is not BR.",
      name: "the receiver's name (field 59) is missing.",
      name_len: "the receiver's name (field 59) has more than 25 characters.",
      city: "the city (field 60) is missing.",
      city_len: "the city (field 60) has more than 15 characters.",
      txid: "the transaction id (field 62-05) is malformed.",
      not_pix: "no account in it belongs to Pix (br.gov.bcb.pix).",
      no_key_url: "it has neither a Pix key nor a location.",
      key_and_url: "it has both a Pix key and a location.",
      url_scheme: "its location must be written without https://.",
      url_shape: "its location is no host with a path.",
    };
    return sentences[problem];
  },
  warning: (warning: BrCodeWarning): string => {
    const sentences: Readonly<Record<BrCodeWarning, string>> = {
      txid_charset: "The transaction id holds a hyphen, which some banks refuse.",
      single_use_static: "A static code is marked for one payment only; nobody enforces that.",
      non_ascii: "It holds letters outside ASCII, which some banks read wrongly.",
      amount_zero: "Its amount is zero.",
      crc_lower_case: "Its checksum is written in lower case.",
    };
    return sentences[warning];
  },
};
