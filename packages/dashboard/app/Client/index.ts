export {
  actFor,
  actingFor,
  client,
  clientOf,
  forgetActing,
  giveUpRequests,
  mountPath,
  mountUrl,
  ownHeaders,
  request,
  requestPasskey,
  requestProvider,
  requestSession,
  whenLeaving,
  whenSignedOut
} from "./client.js"
export { download } from "./download.js"
export { explain, problemsOf } from "./explain.js"
export { given } from "./given.js"
export { makeTurns } from "./makeTurns.js"
export { queryClient } from "./queryClient.js"
export { readRefusal } from "./readRefusal.js"
export { saveFile } from "./saveFile.js"
export { useEvents, useEventStream } from "./useEventStream.js"
