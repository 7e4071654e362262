import { lazy, Suspense } from "preact/compat"
import { Loading } from "../Parts/index.js"
import type { CodeDiffProps } from "./CodeDiff.js"
import type { CodeEditorProps } from "./CodeEditor.js"

export type { FormatOutcome } from "./CodeEditor.js"

// The editor is several times what a page is: it is loaded when the first one is shown.
const LazyEditor = lazy(() => import("./CodeEditor.js"))
const LazyDiff = lazy(() => import("./CodeDiff.js"))

export const CodeEditor = (props: CodeEditorProps) => (
  <Suspense fallback={<Loading />}>
    <LazyEditor {...props} />
  </Suspense>
)

export const CodeDiff = (props: CodeDiffProps) => (
  <Suspense fallback={<Loading />}>
    <LazyDiff {...props} />
  </Suspense>
)
