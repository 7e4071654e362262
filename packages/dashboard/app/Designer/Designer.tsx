// One component: the pointer, the keyboard and the buttons change the same state.
import type { Block, Brand, Design } from "@telemark/client"
import { designLimits } from "@telemark/contract"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { useFormats } from "../Texts/index.js"
import { type BlockActions, Canvas } from "./Canvas/index.js"
import { useDragging } from "./Dragging/index.js"
import { Icon } from "./Icon.js"
import { Inspector, type InspectorTab } from "./Inspector/index.js"
import {
  addedBlock,
  blockAtPath,
  type BlockType,
  copyOf,
  duplicateBlock,
  findBlock,
  insertBlock,
  isSimple,
  listAt,
  makeBlock,
  makeId,
  moveBlock,
  moveTarget,
  neighbourOf,
  nestBlock,
  placedBlocks,
  type Position,
  problemsOf,
  refusalOf,
  removeBlock,
  topAt,
  updateBlock,
  updateTheme
} from "./Model/index.js"
import { Palette } from "./Palette.js"
import { useDesignerTexts } from "./texts.js"
import { Toolbar } from "./Toolbar.js"
import { useHistory } from "./useHistory.js"
import "./designer.css"

/** A mail made of blocks, as templates store it. */
export type DesignJson = Design

export interface DesignerProps {
  readonly design: DesignJson
  /** Called with each change. Another design than the last given one begins a new history. */
  readonly onChange: (next: DesignJson) => void
  readonly brand: Brand
  /** The template's variables, which can be put into texts and addresses. */
  readonly variables: ReadonlyArray<string>
  /** Where a save was refused: a path in the design. Another object leads there again. */
  readonly refused?: { readonly path: string } | undefined
}

/** Makes a mail of blocks: with the pointer, or with the keyboard alone. */
const Designer = ({ brand, design: given, onChange, refused, variables }: DesignerProps) => {
  const texts = useDesignerTexts()
  const { number } = useFormats()
  const history = useHistory(given, onChange)
  const { design } = history
  const [selected, setSelected] = useState<string | null>(null)
  const [target, setTarget] = useState<Position | null>(null)
  const [tab, setTab] = useState<InspectorTab>("block")
  const [isMobile, setMobile] = useState(false)
  const [said, setSaid] = useState("")
  const root = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLDivElement>(null)
  const palette = useRef<HTMLDivElement>(null)
  const inspector = useRef<HTMLElement>(null)
  const focusNext = useRef<string | undefined>(undefined)
  /** Whether undoing may take away what has the focus, and what gets it then. */
  const focusInstead = useRef<{ readonly id: string | undefined } | undefined>(undefined)
  const placed = findBlock(design, selected)
  const problems = useMemo(() => problemsOf(design), [design])

  // Before the next key is pressed: it is for the block that has the focus then.
  useLayoutEffect(() => {
    const id = focusNext.current
    const instead = focusInstead.current
    focusNext.current = undefined
    focusInstead.current = undefined
    if (id !== undefined) frameOf(id)?.focus()
    else if (instead !== undefined && document.activeElement === document.body) {
      select(instead.id ?? null)
      if (instead.id === undefined) focusPalette()
      else frameOf(instead.id)?.focus()
    }
  })
  // Where the properties cover half of a small screen, the block stays visible beside them.
  useLayoutEffect(() => {
    if (selected !== null) frameOf(selected)?.scrollIntoView({ block: "nearest" })
  }, [selected])
  const frameOf = (id: string): HTMLElement | null | undefined =>
    canvas.current?.querySelector<HTMLElement>(`[data-block="${CSS.escape(id)}"]`)

  // The same words twice are read twice only if they differ.
  const say = (text: string): void => {
    setSaid((before) => (before === text ? `${text}\u00a0` : text))
  }
  const placeOf = (id: string): string => {
    const now = history.latest()
    const found = findBlock(now, id)
    if (found === undefined) return ""
    const { column, columns, index } = found.position
    const count = listAt(now, found.position)?.length ?? 0
    return columns === null
      ? texts.said.place(index + 1, count)
      : texts.said.placeInColumn(index + 1, count, column + 1)
  }
  const select = (id: string | null): void => {
    setSelected(id)
    setTarget(null)
    if (id !== null) setTab("block")
  }
  const focusOn = (id: string): void => {
    select(id)
    focusNext.current = id
  }
  const focusPalette = (): void => {
    palette.current?.querySelector("button")?.focus()
  }
  const isRefused = (block: Block): boolean => {
    const refusal = refusalOf(design, block)
    if (refusal !== undefined)
      say(refusal === "blocks" ? texts.full(number(designLimits.blocks)) : texts.tooLarge)
    return refusal !== undefined
  }

  const addAt = (type: BlockType, position: Position): void => {
    const block = makeBlock(type, makeId(), texts.samples, brand)
    if (isRefused(block) || !history.change(insertBlock(design, block, position))) return
    focusOn(block.id)
    say(texts.said.added(texts.kinds[type], placeOf(block.id)))
  }
  const add = (type: BlockType): void => {
    const after =
      placed === undefined
        ? topAt(design.blocks.length)
        : { ...placed.position, index: placed.position.index + 1 }
    const wanted = target ?? after
    const isNested = wanted.columns !== null && type === "columns"
    addAt(
      type,
      isNested ? topAt(design.blocks.findIndex(({ id }) => id === wanted.columns) + 1) : wanted
    )
  }
  const moveTo = (id: string, position: Position): void => {
    const block = findBlock(design, id)?.block
    if (block === undefined || !history.change(moveBlock(design, id, position))) return
    focusOn(id)
    say(texts.said.moved(texts.kinds[block.type], placeOf(id)))
  }
  const { drag, start } = useDragging(canvas, (item, position) => {
    if (item.id === null) addAt(item.type, position)
    else moveTo(item.id, position)
  })

  const actions: BlockActions = {
    select,
    canMove: (id, direction) => moveTarget(design, id, direction) !== undefined,
    move: (id, direction) => {
      const to = moveTarget(design, id, direction)
      if (to === undefined) say(texts.said.nowhere)
      else moveTo(id, to)
    },
    duplicate: (id) => {
      const block = findBlock(design, id)?.block
      if (block === undefined || isRefused(block)) return
      const copy = copyOf(block, makeId)
      if (!history.change(duplicateBlock(design, id, copy))) return
      focusOn(copy.id)
      say(texts.said.duplicated(texts.kinds[block.type], placeOf(copy.id)))
    },
    remove: (id) => {
      const block = findBlock(design, id)?.block
      if (block === undefined || !history.change(removeBlock(design, id))) return
      const next = neighbourOf(id, design, history.latest())
      if (next === undefined) {
        select(null)
        focusPalette()
      } else focusOn(next)
      say(texts.said.removed(texts.kinds[block.type]))
    },
    canNest: (id) => nestBlock(design, id, "columns of it") !== design,
    nest: (id) => {
      const block = findBlock(design, id)?.block
      if (
        block === undefined ||
        !isSimple(block) ||
        !history.change(nestBlock(design, id, makeId()))
      )
        return
      focusOn(id)
      say(texts.said.nested(texts.kinds[block.type]))
    },
    startDrag: (event, { id, type }) => {
      start(event, { id, type, label: texts.kinds[type] })
    },
    step: (id, to) => {
      const all = placedBlocks(design)
      const at = all.findIndex(({ block }) => block.id === id)
      const next =
        all[
          {
            first: 0,
            last: all.length - 1,
            next: Math.min(at + 1, all.length - 1),
            previous: Math.max(at - 1, 0)
          }[to]
        ]
      if (next !== undefined) focusOn(next.block.id)
    },
    edit: (id) => {
      select(id)
      requestAnimationFrame(() => {
        inspector.current
          ?.querySelector<HTMLElement>(
            ".dz-fields :is(.ProseMirror, textarea, input:not([type=color]), select, button)"
          )
          ?.focus()
      })
    },
    addAfter: (id) => {
      select(id)
      focusPalette()
    }
  }
  const goBack = (to: "undo" | "redo"): void => {
    const before = design
    if (!history[to]()) return
    // What came back is what the next key is for.
    const restored = addedBlock(before, history.latest())
    if (restored !== undefined) focusOn(restored)
    else if (selected !== null)
      focusInstead.current = { id: neighbourOf(selected, before, history.latest()) }
    say(to === "undo" ? texts.said.undone : texts.said.redone)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const key = event.key.toLowerCase()
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return
    event.preventDefault()
    goBack(key === "y" || event.shiftKey ? "redo" : "undo")
  }
  useEffect(() => {
    if (refused === undefined) return
    const id = blockAtPath(design, refused.path)
    if (id === undefined) setTab("theme")
    else focusOn(id)
  }, [refused])
  const mending = problems.filter(({ isHint = false }) => !isHint)
  const showProblem = (): void => {
    const [first] = mending
    if (first === undefined) return
    if (first.id === null) setTab("theme")
    else focusOn(first.id)
  }
  return (
    <div
      class="dz"
      role="region"
      aria-label={texts.designer}
      ref={root}
      data-dragging={drag !== undefined}
      onKeyDown={onKeyDown}
    >
      <Toolbar
        canUndo={history.canUndo}
        canRedo={history.canRedo}
        onUndo={() => {
          goBack("undo")
        }}
        onRedo={() => {
          goBack("redo")
        }}
        isMobile={isMobile}
        onMobile={setMobile}
        problems={mending.length}
        onProblems={showProblem}
      />
      <div class="dz-body">
        <div class="dz-main">
          <Palette
            place={palette}
            onAdd={add}
            onStart={(event, type) => {
              start(event, { id: null, type, label: texts.kinds[type] })
            }}
          />
          <Canvas
            design={design}
            place={canvas}
            actions={actions}
            problems={problems}
            selected={placed === undefined ? null : selected}
            target={target}
            drag={drag}
            isMobile={isMobile}
            onTarget={(position) => {
              setSelected(position.columns)
              setTarget(position)
              focusPalette()
            }}
            onClear={() => {
              select(null)
            }}
          />
        </div>
        <Inspector
          place={inspector}
          design={design}
          block={placed?.block}
          brand={brand}
          variables={variables}
          problems={problems}
          tab={tab}
          onTab={setTab}
          onBlock={(block, member) => {
            history.change(updateBlock(history.latest(), block), `${block.id}.${member}`)
          }}
          onTheme={(theme, group) => {
            history.change(updateTheme(history.latest(), theme), group)
          }}
          onLeave={() => {
            if (selected !== null) frameOf(selected)?.focus()
          }}
        />
      </div>
      {drag === undefined ? null : (
        <div
          class="dz-ghost"
          aria-hidden="true"
          style={{ left: `${drag.x + 12}px`, top: `${drag.y + 12}px` }}
        >
          <Icon name={drag.item.type} />
          {drag.item.label}
        </div>
      )}
      <div class="hidden" role="status" aria-live="polite">
        {said}
      </div>
    </div>
  )
}

export default Designer
