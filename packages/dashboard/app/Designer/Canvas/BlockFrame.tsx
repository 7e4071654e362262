import type { Block } from "@telemark/client"
import type { ComponentChildren } from "preact"
import { Icon, type IconName } from "../Icon.js"
import type { Direction } from "../Model/index.js"
import { summaryOf } from "../summaryOf.js"
import { useDesignerTexts } from "../texts.js"

/** What can be done with the blocks of the canvas. */
export interface BlockActions {
  readonly select: (id: string) => void
  readonly move: (id: string, direction: Direction) => void
  readonly canMove: (id: string, direction: Direction) => boolean
  readonly duplicate: (id: string) => void
  readonly remove: (id: string) => void
  readonly nest: (id: string) => void
  readonly canNest: (id: string) => boolean
  readonly startDrag: (event: PointerEvent, block: Block) => void
  /** Moves the focus to another block, as arrow keys do. */
  readonly step: (id: string, to: "first" | "last" | "next" | "previous") => void
  /** Moves the focus to the block's properties. */
  readonly edit: (id: string) => void
  /** Moves the focus to the kinds of blocks; the next comes after this one. */
  readonly addAfter: (id: string) => void
}

interface BlockFrameProps {
  readonly block: Block
  readonly actions: BlockActions
  readonly isSelected: boolean
  /** Whether Tab comes to it: one block of the mail is in the tab order. */
  readonly isInTabOrder: boolean
  readonly isDragged: boolean
  readonly problem: { readonly text: string; readonly isHint: boolean } | undefined
  readonly children: ComponentChildren
}

const directions: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right"
}
const steps: Readonly<Record<string, Parameters<BlockActions["step"]>[1]>> = {
  ArrowUp: "previous",
  ArrowDown: "next",
  Home: "first",
  End: "last"
}

const onKeys = (event: KeyboardEvent, { id }: Block, actions: BlockActions): void => {
  if (event.target !== event.currentTarget) return
  const { altKey, ctrlKey, key, metaKey, shiftKey } = event
  const hasModifier = ctrlKey || metaKey || shiftKey
  const direction = directions[key]
  const step = steps[key]
  if (altKey && !hasModifier && direction !== undefined) actions.move(id, direction)
  else if (!altKey && !hasModifier && step !== undefined) actions.step(id, step)
  else if (!altKey && !hasModifier && (key === "Enter" || key === "F2")) actions.edit(id)
  else if (!altKey && !hasModifier && (key === "Delete" || key === "Backspace")) actions.remove(id)
  else if (!altKey && !hasModifier && (key === "Insert" || key === "+")) actions.addAfter(id)
  else if (!altKey && !shiftKey && (ctrlKey || metaKey) && key.toLowerCase() === "d")
    actions.duplicate(id)
  else return
  event.preventDefault()
  event.stopPropagation()
}

const Tool = ({
  icon,
  label,
  onClick,
  shown = true
}: {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
  readonly shown?: boolean
}) =>
  shown ? (
    <button
      type="button"
      class="dz-tool"
      aria-label={label}
      title={label}
      onClick={(event) => {
        event.stopPropagation()
        onClick()
      }}
    >
      <Icon name={icon} />
    </button>
  ) : null

const Tools = ({ actions, block }: { readonly actions: BlockActions; readonly block: Block }) => {
  const texts = useDesignerTexts()
  const { id } = block
  return (
    <div
      class="dz-tools"
      role="toolbar"
      aria-label={texts.tools(texts.kinds[block.type])}
      onPointerDown={(event) => {
        event.stopPropagation()
      }}
    >
      <span
        class="dz-grip"
        title={texts.drag}
        onPointerDown={(event) => {
          event.preventDefault()
          actions.startDrag(event, block)
        }}
      >
        <Icon name="grip" />
      </span>
      <Tool
        icon="up"
        label={texts.moveUp}
        shown={actions.canMove(id, "up")}
        onClick={() => {
          actions.move(id, "up")
        }}
      />
      <Tool
        icon="down"
        label={texts.moveDown}
        shown={actions.canMove(id, "down")}
        onClick={() => {
          actions.move(id, "down")
        }}
      />
      <Tool
        icon="left"
        label={texts.moveLeft}
        shown={actions.canMove(id, "left")}
        onClick={() => {
          actions.move(id, "left")
        }}
      />
      <Tool
        icon="right"
        label={texts.moveRight}
        shown={actions.canMove(id, "right")}
        onClick={() => {
          actions.move(id, "right")
        }}
      />
      <Tool
        icon="nest"
        label={texts.nest}
        shown={actions.canNest(id)}
        onClick={() => {
          actions.nest(id)
        }}
      />
      <Tool
        icon="add"
        label={texts.addAfter}
        onClick={() => {
          actions.addAfter(id)
        }}
      />
      <Tool
        icon="copy"
        label={texts.duplicate}
        onClick={() => {
          actions.duplicate(id)
        }}
      />
      <Tool
        icon="remove"
        label={texts.remove}
        onClick={() => {
          actions.remove(id)
        }}
      />
    </div>
  )
}

/**
 * A block in the canvas: it can be chosen, dragged, and moved with keys; the chosen one has its
 * tools.
 */
export const BlockFrame = ({
  actions,
  block,
  children,
  isDragged,
  isInTabOrder,
  isSelected,
  problem
}: BlockFrameProps) => {
  const texts = useDesignerTexts()
  return (
    <div
      class="dz-block"
      data-block={block.id}
      data-type={block.type}
      data-selected={isSelected}
      data-dragged={isDragged}
      role="group"
      aria-roledescription={texts.block}
      aria-label={summaryOf(block, texts)}
      tabIndex={isInTabOrder ? 0 : -1}
      {...(isSelected ? { "aria-current": "true" as const } : {})}
      onClick={(event) => {
        event.stopPropagation()
        actions.select(block.id)
      }}
      onDblClick={(event) => {
        event.stopPropagation()
        actions.edit(block.id)
      }}
      onKeyDown={(event) => {
        onKeys(event, block, actions)
      }}
      onPointerDown={(event) => {
        event.stopPropagation()
        // A finger on a block scrolls: it drags by the handle.
        if (event.pointerType === "mouse") actions.startDrag(event, block)
      }}
    >
      {children}
      {problem === undefined ? null : (
        <p class={problem.isHint ? "dz-problem dz-hint" : "dz-problem"}>
          <Icon name="warning" />
          {problem.text}
        </p>
      )}
      {isSelected ? <Tools actions={actions} block={block} /> : null}
    </div>
  )
}
