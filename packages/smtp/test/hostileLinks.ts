/** What a mail repeats that is made to take the search for links long. */
export const hostileLinks = [
  "<a ",
  "<a href",
  '<a href="',
  "<a href='",
  "<a href=",
  "<a \" ' href= ",
  "<a href = ",
  "href=",
  "<a ".padEnd(64),
  "&#",
  "http://",
  "http://."
]
