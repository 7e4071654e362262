import { members } from "../members.js"
import type { Topic } from "../topics.js" // finds: import/no-cycle

export interface Operation {
  readonly topic: Topic
}
export const count = members
