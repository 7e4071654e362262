/**
 * Keeps a journal of all that happens to mail, without missing anything: what happened while this
 * wasn't running comes first. An event is written down before the next one is asked for, so that it
 * counts as handled only once it is. One that is written and then handed out again, after a crash
 * in between, is known by its id.
 */
export const keepJournal = async (telemark, journal) => {
  for await (const { data, id, type } of telemark.subscribe({ name: "journal" })) {
    journal.set(id, { type, recipient: data.recipient, status: data.status })
  }
}

/**
 * Reports complaints at once, but none that come while this isn't running.
 */
export const reportComplaints = (telemark, report) =>
  telemark.on("email.complained", async ({ data }) => {
    await report(`${data.recipient} reported "${data.subject}" as spam.`)
  })
