/** What a form repeats that is made to take its reader long. */
export const hostileForms = [
  "--b\r\n",
  "--b\n\n",
  "\r\n--b",
  "content-disposition: form-data;",
  "--b\r\ncontent-disposition:\t"
]
