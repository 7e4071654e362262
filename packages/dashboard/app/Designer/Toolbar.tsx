import { Icon, type IconName } from "./Icon.js"
import { useDesignerTexts } from "./texts.js"

interface ToolbarProps {
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly onUndo: () => void
  readonly onRedo: () => void
  readonly isMobile: boolean
  readonly onMobile: (isMobile: boolean) => void
  /** How much is to be mended, and where the first of it is. */
  readonly problems: number
  readonly onProblems: () => void
}

const Device = ({
  icon,
  isChosen,
  label,
  onClick
}: {
  readonly icon: IconName
  readonly label: string
  readonly isChosen: boolean
  readonly onClick: () => void
}) => (
  <button
    type="button"
    class="dz-segment"
    aria-pressed={isChosen}
    aria-label={label}
    title={label}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
)

/** Undo and redo, the width of the preview, and what is to be mended. */
export const Toolbar = ({
  canRedo,
  canUndo,
  isMobile,
  onMobile,
  onProblems,
  onRedo,
  onUndo,
  problems
}: ToolbarProps) => {
  const texts = useDesignerTexts()
  return (
    <div class="dz-toolbar">
      <button
        type="button"
        class="dz-tool"
        aria-label={texts.undo}
        title={`${texts.undo} (Ctrl+Z)`}
        aria-disabled={!canUndo}
        onClick={onUndo}
      >
        <Icon name="undo" />
      </button>
      <button
        type="button"
        class="dz-tool"
        aria-label={texts.redo}
        title={`${texts.redo} (Ctrl+Shift+Z)`}
        aria-disabled={!canRedo}
        onClick={onRedo}
      >
        <Icon name="redo" />
      </button>
      {problems === 0 ? null : (
        <button type="button" class="dz-problems" onClick={onProblems}>
          <Icon name="warning" />
          {texts.summary(problems)}
        </button>
      )}
      <div class="dz-segments dz-devices" role="group" aria-label={texts.view}>
        <Device
          icon="desktop"
          label={texts.desktop}
          isChosen={!isMobile}
          onClick={() => {
            onMobile(false)
          }}
        />
        <Device
          icon="mobile"
          label={texts.mobile}
          isChosen={isMobile}
          onClick={() => {
            onMobile(true)
          }}
        />
      </div>
    </div>
  )
}
