import { Component, type ComponentChildren } from "preact"
import { Problem } from "../Parts/index.js"

interface State {
  readonly error?: unknown
}

/** A page that fails doesn't take the others along: it says so, and may be tried again. */
export class ErrorBoundary extends Component<{ readonly children: ComponentChildren }, State> {
  override state: State = {}

  static override getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  render() {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <Problem
        error={this.state.error}
        onRetry={() => {
          this.setState({ error: undefined })
        }}
      />
    )
  }
}
