import type { RefObject } from "preact"
import { Icon } from "./Icon.js"
import { type BlockType, blockTypes } from "./Model/index.js"
import { useDesignerTexts } from "./texts.js"

interface PaletteProps {
  readonly place: RefObject<HTMLDivElement>
  readonly onAdd: (type: BlockType) => void
  readonly onStart: (event: PointerEvent, type: BlockType) => void
}

/**
 * The kinds of blocks: pressed, one is added after the chosen block; dragged, it goes where it is
 * dropped.
 */
export const Palette = ({ onAdd, onStart, place }: PaletteProps) => {
  const texts = useDesignerTexts()
  return (
    <div class="dz-palette" role="group" aria-label={texts.palette} ref={place}>
      {blockTypes.map((type) => (
        <button
          key={type}
          type="button"
          class="dz-kind-button"
          onClick={() => {
            onAdd(type)
          }}
          onPointerDown={(event) => {
            onStart(event, type)
          }}
        >
          <Icon name={type} />
          <span>{texts.kinds[type]}</span>
        </button>
      ))}
    </div>
  )
}
