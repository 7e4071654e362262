import type { Design } from "@telemark/client"
import { useRef, useState } from "preact/hooks"
import { isSame } from "../Templates/draft.js"
import { beginHistory, type History, record, redo, undo } from "./Model/index.js"

/**
 * The design with its history. A design that comes from outside, such as a restored version, begins
 * a new one.
 */
export const useHistory = (design: Design, onChange: (next: Design) => void) => {
  const history = useRef<History<Design>>(beginHistory(design))
  // The owner may answer late: a design that was given to it isn't one from outside.
  const given = useRef(new WeakSet<Design>([design]))
  const [, redraw] = useState(0)
  if (!given.current.has(design)) {
    given.current.add(design)
    // Once saved, the same design comes back from the server.
    if (!isSame(design, history.current.present)) history.current = beginHistory(design)
  }
  const put = (next: History<Design>): boolean => {
    if (next === history.current) return false
    history.current = next
    given.current.add(next.present)
    redraw((count) => count + 1)
    onChange(next.present)
    return true
  }
  return {
    design: history.current.present,
    canUndo: history.current.past.length > 0,
    canRedo: history.current.future.length > 0,
    /** Answers whether anything changed. `group`: what is typed in one field is undone at once. */
    change: (next: Design, group?: string): boolean =>
      put(
        record(history.current, next, group === undefined ? undefined : { group, at: Date.now() })
      ),
    undo: (): boolean => put(undo(history.current)),
    redo: (): boolean => put(redo(history.current)),
    /** The design as it is at once, before it is drawn. */
    latest: (): Design => history.current.present
  }
}
