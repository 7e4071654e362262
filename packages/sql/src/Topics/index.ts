export { makeSelectTopics } from "./findTopics.js"
export { topicColumns, topicOf, type TopicRow } from "./topicRows.js"
export { layerTopicStore } from "./TopicStore.js"
