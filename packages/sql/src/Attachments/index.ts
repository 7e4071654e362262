export { layerAttachmentStore } from "./AttachmentStore.js"
export { makeWriteAttachments } from "./writeAttachments.js"
