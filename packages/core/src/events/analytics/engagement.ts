/** What a person may do with a message, once counted for each message. */
export const engagements = ["opened", "clicked", "unsubscribed"] as const
export type Engagement = (typeof engagements)[number]
