export { actFor, actingFor, client, mountPath, mountUrl, ownHeaders, request, whenSignedOut } from "./client.js"
export { explain, problemsOf } from "./explain.js"
export { queryClient } from "./queryClient.js"
