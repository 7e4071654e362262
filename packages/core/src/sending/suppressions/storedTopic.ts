/**
 * How a suppression's topic is stored: as an empty text if it is of the whole address, since a part
 * of a key can't be null.
 */
export const storedTopic = (topic: string | null): string => topic ?? ""

/** The column as a suppression's topic. */
export const topicColumn = "NULLIF(topic, '') AS topic"
