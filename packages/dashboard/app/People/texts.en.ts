export const en = {
  intro:
    "What this tenant keeps about a recipient: to answer those who ask for it, or want it gone.",
  address: "Address",
  addressHint: "In any spelling",
  lookUp: "Look up",
  found: "What is kept",
  emails: "Messages",
  atLeast: (count: number) => `${String(count)} or more`,
  suppressions: "Suppressions",
  reports: "Reports about no message",
  erasedBefore: "Messages erased before",
  nothing: "Nothing is kept about this address.",
  save: "Save everything as JSON",
  saving: (count: number) => `${String(count)} messages so far…`,
  erase: "Erase",
  eraseTitle: "Erase this person?",
  eraseText:
    "Mail that waits is cancelled. Messages stay in the log and in all counts, without address, name, subject, data and content. Suppressions stay under a pseudonym: the address still gets no mail. This can't be undone.",
  erased: "What was erased",
  cancelled: "Cancelled",
  contents: "Contents removed",
  kept: "Suppressions under a pseudonym",
  others: "Other texts changed",
  inFlight: (count: number) =>
    count === 1
      ? "1 message is being sent right now. Erase again in some minutes."
      : `${String(count)} messages are being sent right now. Erase again in some minutes.`,
  notDone: "Something is left. Erase again in some minutes.",
  done: "Nothing is left under this address."
}

export type PersonTexts = typeof en
