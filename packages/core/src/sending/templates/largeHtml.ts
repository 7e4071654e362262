/** In octets. Gmail shows no more than 102 kB of a mail's html. */
const maxShown = 100_000

/** A warning if a mailbox would cut the html off; none for most. */
export const largeHtmlWarning = (html: string | null | undefined): ReadonlyArray<string> => {
  // A character has at most three octets in UTF-8: nearly all mail needs no count.
  if (html === null || html === undefined || html.length * 3 < maxShown) return []
  const octets = new TextEncoder().encode(html).length
  return octets < maxShown
    ? []
    : [
        `html has ${String(Math.round(octets / 1000))} kB: Gmail cuts a mail off after 102 kB, and what follows, often the link for unsubscribing, isn't shown.`
      ]
}
