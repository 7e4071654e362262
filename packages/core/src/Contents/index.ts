export { type ComposedSource, Composer, type DescribedMail } from "./Composer.js"
export { Contents, type ContentsService } from "./Contents.js"
