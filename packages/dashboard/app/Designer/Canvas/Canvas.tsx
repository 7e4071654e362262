import type { Block, Design } from "@telemark/client"
import { toHex } from "@telemark/html"
import type { RefObject } from "preact"
import { useMemo } from "preact/hooks"
import type { Drag } from "../Dragging/index.js"
import { Icon } from "../Icon.js"
import { type ColumnsBlock, isSimple, type Position, type Problem } from "../Model/index.js"
import { useDesignerTexts } from "../texts.js"
import { useRuleText } from "../useRuleText.js"
import { type BlockActions, BlockFrame } from "./BlockFrame.js"
import { BlockView } from "./BlockView.js"
import { type MailLook, mailLook } from "./mailLook.js"

interface CanvasProps {
  readonly design: Design
  readonly place: RefObject<HTMLDivElement>
  readonly actions: BlockActions
  readonly problems: ReadonlyArray<Problem>
  readonly selected: string | null
  /** The column that the next block goes into. */
  readonly target: Position | null
  readonly onTarget: (position: Position) => void
  readonly onClear: () => void
  readonly drag: Drag | undefined
  readonly isMobile: boolean
}

interface DrawProps extends Omit<CanvasProps, "place" | "isMobile" | "onClear"> {
  readonly look: MailLook
  readonly inTabOrder: string | undefined
}

const Frame = ({ block, ...props }: DrawProps & { readonly block: Block }) => {
  const ruleText = useRuleText()
  const { actions, drag, inTabOrder, look, problems, selected } = props
  // A hint, such as that a link is an example, is for who looks at the block.
  const own = problems.filter(
    ({ id, isHint = false }) => id === block.id && (!isHint || selected === block.id)
  )
  const problem = own.find(({ isHint = false }) => !isHint) ?? own[0]
  return (
    <BlockFrame
      block={block}
      actions={actions}
      isSelected={selected === block.id}
      isInTabOrder={inTabOrder === block.id}
      isDragged={drag?.item.id === block.id}
      problem={
        problem === undefined
          ? undefined
          : { text: ruleText(problem), isHint: problem.isHint ?? false }
      }
    >
      {isSimple(block) ? (
        <BlockView block={block} look={look} />
      ) : (
        <Columns {...props} block={block} />
      )}
    </BlockFrame>
  )
}

const Columns = ({ block, ...props }: DrawProps & { readonly block: ColumnsBlock }) => {
  const texts = useDesignerTexts()
  const { onTarget, target } = props
  return (
    <div class="dz-columns" data-count={block.columns.length}>
      {block.columns.map(({ blocks }, column) => {
        const position: Position = { columns: block.id, column, index: blocks.length }
        const isTarget = target !== null && target.columns === block.id && target.column === column
        return (
          <div
            key={column}
            class="dz-list dz-column"
            data-list={block.id}
            data-column={column}
            role="group"
            aria-label={texts.columnOf(column + 1, block.columns.length)}
          >
            {blocks.map((inner) => (
              <Frame key={inner.id} {...props} block={inner} />
            ))}
            {blocks.length > 0 && !isTarget ? null : (
              <button
                type="button"
                class="dz-slot"
                aria-pressed={isTarget}
                onPointerDown={(event) => {
                  event.stopPropagation()
                }}
                onClick={(event) => {
                  event.stopPropagation()
                  onTarget(position)
                }}
              >
                <Icon name="add" />
                {isTarget ? texts.chosenColumn(column + 1) : texts.emptyColumn(column + 1)}
              </button>
            )}
          </div>
        )
      })}
    </div>
  )
}

/** The mail as it will look, made of blocks that can be chosen and moved. */
export const Canvas = ({ isMobile, onClear, place, ...props }: CanvasProps) => {
  const texts = useDesignerTexts()
  const { design, drag, selected } = props
  const look = useMemo(() => mailLook(design.theme), [design.theme])
  const { fonts, palette, width } = look
  const box = place.current?.getBoundingClientRect()
  const mark = drag?.target?.mark
  return (
    <div
      class="dz-canvas"
      ref={place}
      role="group"
      aria-label={texts.mail}
      data-mobile={isMobile}
      style={{ background: toHex(palette.background) }}
      onClick={onClear}
    >
      <div
        class="dz-sheet"
        style={{
          maxWidth: isMobile ? "360px" : `${width}px`,
          background: toHex(palette.content),
          color: toHex(palette.text),
          fontFamily: fonts
        }}
      >
        <div class="dz-list dz-top" data-list="" data-column={0}>
          {design.blocks.map((block) => (
            <Frame
              key={block.id}
              {...props}
              block={block}
              look={look}
              inTabOrder={selected ?? design.blocks[0]?.id}
            />
          ))}
          {design.blocks.length > 0 ? null : (
            <div
              class="dz-empty"
              style={{ color: toHex(palette.muted), borderColor: toHex(palette.line) }}
            >
              <strong>{texts.emptyTitle}</strong>
              <span>{texts.emptyHint}</span>
            </div>
          )}
        </div>
      </div>
      {mark === undefined || box === undefined ? null : (
        <div
          class="dz-mark"
          aria-hidden="true"
          style={{
            left: `${mark.left - box.left}px`,
            top: `${mark.top - box.top}px`,
            width: `${mark.width}px`
          }}
        />
      )}
    </div>
  )
}
