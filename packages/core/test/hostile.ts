/** What a reply repeats that is made to take its reader long. */
export const hostileReplies = ["user ", "<", "a@", "sorry ", "[", "mailbox not "]

/** The same of what finds out how a reply is worded. */
export const hostileWordings = ["a@", "a.", "[", "-", "x"]

/** The same of List-Unsubscribe. */
export const hostileUnsubscribes = ["<", ">", "<>", "(", "()", "<>(", ",", "<https:", " "]
