import { type ComponentChildren, createContext } from "preact"
import { useCallback, useContext, useState } from "preact/hooks"
import { useTexts } from "../Texts/index.js"

interface Toast {
  readonly id: number
  readonly text: string
}

const ToastContext = createContext<(text: string) => void>(() => undefined)

/** Says for some seconds that something was done. */
export const useToast = (): ((text: string) => void) => useContext(ToastContext)

/** How long a toast is shown, in milliseconds. */
const shownFor = 6_000

let lastId = 0

export const ToastProvider = ({ children }: { readonly children: ComponentChildren }) => {
  const texts = useTexts()
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([])
  const drop = (id: number): void => {
    setToasts((all) => all.filter((toast) => toast.id !== id))
  }
  const show = useCallback((text: string) => {
    const id = (lastId += 1)
    setToasts((all) => [...all.slice(-2), { id, text }])
    setTimeout(() => {
      drop(id)
    }, shownFor)
  }, [])
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div class="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, text }) => (
          <div class="toast" key={id}>
            <span>{text}</span>
            <button
              class="toast-close"
              type="button"
              aria-label={texts.close}
              onClick={() => {
                drop(id)
              }}
            >
              ✕
            </button>
          </div>
        ))}
      </div>
    </ToastContext.Provider>
  )
}
