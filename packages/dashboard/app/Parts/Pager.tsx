import { useTexts } from "../Texts/index.js"
import { Button } from "./Button.js"

interface PagerProps {
  /** Undefined on the first page. */
  readonly onFirst: (() => void) | undefined
  readonly onPrevious?: (() => void) | undefined
  /** Undefined on the last page. */
  readonly onNext: (() => void) | undefined
}

/** Turns the pages of a list. Nothing at all if there is only one. */
export const Pager = ({ onFirst, onNext, onPrevious }: PagerProps) => {
  const texts = useTexts()
  if (onFirst === undefined && onNext === undefined) return null
  return (
    <nav class="pager" aria-label={texts.pager}>
      {onFirst === undefined ? null : (
        <Button small onClick={onFirst}>
          {texts.firstPage}
        </Button>
      )}
      {onPrevious === undefined ? null : (
        <Button small onClick={onPrevious}>
          {texts.previous}
        </Button>
      )}
      <Button small disabled={onNext === undefined} onClick={() => onNext?.()}>
        {texts.next}
      </Button>
    </nav>
  )
}

/** Of a list whose pages begin after an entry: the first one after "", the last one before null. */
export const PagerAfter = ({
  after,
  next,
  toPage
}: {
  readonly after: string
  readonly next: string | null
  readonly toPage: (after: string) => void
}) => (
  <Pager
    onFirst={
      after === ""
        ? undefined
        : () => {
            toPage("")
          }
    }
    onNext={
      next === null
        ? undefined
        : () => {
            toPage(next)
          }
    }
  />
)
