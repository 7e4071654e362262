import { useEffect, useRef, useState } from "preact/hooks"
import { MailFrame } from "./MailFrame.js"

/** Width and height of what is shown, before it is made smaller. */
const width = 640
const height = 720

interface MailThumbnailProps {
  /** Undefined while it isn't known, and null if there is none. */
  readonly html: string | null | undefined
  /** Called once, when the thumbnail is about to be seen. */
  readonly onSeen?: () => void
}

/** A small picture of a mail. Its frame exists only from when it is scrolled into view. */
export const MailThumbnail = ({ html, onSeen }: MailThumbnailProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const sizes = new ResizeObserver(() => {
      setScale(element.clientWidth / width)
    })
    sizes.observe(element)
    const sight = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        sight.disconnect()
        setSeen(true)
        onSeen?.()
      },
      { rootMargin: "200px" }
    )
    sight.observe(element)
    return () => {
      sizes.disconnect()
      sight.disconnect()
    }
  }, [])
  return (
    <div class="thumbnail" ref={ref} aria-hidden="true">
      {isSeen && typeof html === "string" && html !== "" ? (
        <div
          class="thumbnail-scaled"
          style={{ width: `${String(width)}px`, transform: `scale(${String(scale)})` }}
        >
          <MailFrame title="" html={html} height={height} isPicture />
        </div>
      ) : null}
    </div>
  )
}
