export { layerMemoryQueue, type MemoryQueueOptions } from "./memoryQueue.js"
