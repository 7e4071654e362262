export { llmsFullText, llmsText } from "./llms.js"
export { sidebar } from "./sidebar.js"
export { pageAt, sitePath, targetOf } from "./sitePath.js"
export { sitePages, stage, staged } from "./stage.js"
