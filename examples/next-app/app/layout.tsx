import type { Metadata } from "next"
import type { ReactNode } from "react"

export const metadata: Metadata = { title: "Fjord" }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
