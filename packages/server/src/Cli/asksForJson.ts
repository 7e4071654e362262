/** Whether a command line asks for JSON, as its parser reads it: `--json false` doesn't. */
export const asksForJson = (words: ReadonlyArray<string>): boolean =>
  words.some(
    (word, index) =>
      /^--json=(?:true|1|y|yes|on)$/.test(word) ||
      (word === "--json" && !/^(?:false|0|n|no|off)$/.test(words[index + 1] ?? ""))
  )
