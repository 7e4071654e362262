import { type RefObject } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { BlockType, Position } from "../Model/index.js"
import { type DropTarget, dropTarget } from "./dropTarget.js"
import { readLists } from "./readLists.js"

/** What is dragged: a block of the mail, or a new one. */
export interface Dragged {
  readonly type: BlockType
  /** Null: a new one. */
  readonly id: string | null
  readonly label: string
}

export interface Drag {
  readonly item: Dragged
  readonly x: number
  readonly y: number
  readonly target: DropTarget | undefined
}

/** So far the pointer must move before it drags. */
const threshold = 5
/** So near to the edge of the window, it scrolls, by so much at once. */
const scrollEdge = 56
const scrollStep = 14

/**
 * Drags blocks with mouse, pen or finger. `start` is for `pointerdown`; Escape ends without
 * dropping.
 */
export const useDragging = (
  canvas: RefObject<HTMLElement>,
  onDrop: (item: Dragged, position: Position) => void
) => {
  const [drag, setDrag] = useState<Drag>()
  const drop = useRef(onDrop)
  drop.current = onDrop
  const stop = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const start = (event: PointerEvent, item: Dragged): void => {
    if (event.button !== 0 || !event.isPrimary || stop.current !== undefined) return
    const { pointerId } = event
    const from = { x: event.clientX, y: event.clientY }
    let current: Drag | undefined
    let frame = 0
    const show = (next: Drag | undefined): void => {
      current = next
      setDrag(next)
    }
    const moveTo = (x: number, y: number): void => {
      const target =
        canvas.current === null
          ? undefined
          : dropTarget(readLists(canvas.current), { x, y }, item.type !== "columns")
      show({ item, x, y, target })
    }
    const scroll = (): void => {
      frame = requestAnimationFrame(scroll)
      if (current === undefined) return
      const step =
        current.y < scrollEdge
          ? -scrollStep
          : current.y > window.innerHeight - scrollEdge
            ? scrollStep
            : 0
      if (step === 0) return
      window.scrollBy(0, step)
      moveTo(current.x, current.y)
    }
    const move = (moved: PointerEvent): void => {
      if (moved.pointerId !== pointerId) return
      const isFar = Math.hypot(moved.clientX - from.x, moved.clientY - from.y) >= threshold
      if (current === undefined && !isFar) return
      moved.preventDefault()
      moveTo(moved.clientX, moved.clientY)
    }
    const end = (): void => {
      cancelAnimationFrame(frame)
      window.removeEventListener("pointermove", move)
      window.removeEventListener("pointerup", up)
      window.removeEventListener("pointercancel", end)
      window.removeEventListener("keydown", key, true)
      stop.current = undefined
      show(undefined)
    }
    const up = (released: PointerEvent): void => {
      if (released.pointerId !== pointerId) return
      const dropped = current
      end()
      if (dropped === undefined) return
      // The click that follows belongs to the drag.
      const swallow = (click: MouseEvent): void => {
        click.stopPropagation()
      }
      window.addEventListener("click", swallow, { capture: true, once: true })
      setTimeout(() => {
        window.removeEventListener("click", swallow, { capture: true })
      }, 0)
      if (dropped.target !== undefined) drop.current(item, dropped.target.position)
    }
    const key = (pressed: KeyboardEvent): void => {
      if (pressed.key !== "Escape" || current === undefined) return
      pressed.preventDefault()
      pressed.stopPropagation()
      end()
    }
    window.addEventListener("pointermove", move)
    window.addEventListener("pointerup", up)
    window.addEventListener("pointercancel", end)
    window.addEventListener("keydown", key, true)
    stop.current = end
    frame = requestAnimationFrame(scroll)
  }
  return { drag, start }
}
