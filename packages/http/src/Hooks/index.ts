export { makeAnswerHook } from "./answerHook.js"
export { readHookPath } from "./hookPath.js"
