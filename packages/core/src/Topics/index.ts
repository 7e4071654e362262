export { topicKey, type TopicRecord, type TopicTexts, viewOfTopic } from "./Topic.js"
export { Topics, type TopicsService } from "./Topics.js"
export { TopicStore } from "./TopicStore.js"
export { unknownTopic } from "./unknownTopic.js"
