/** A pattern of LIKE for texts that contain this one, with `!` before what would be a wildcard. */
export const containing = (text: string): string =>
  `%${text.toLowerCase().replace(/[!%_]/g, "!$&")}%`
