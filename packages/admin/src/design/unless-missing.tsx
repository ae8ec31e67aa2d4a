import { Component, type ReactNode } from 'react'
import { isMissingCode } from '../data/missing-code.ts'

interface UnlessMissingProps {
  readonly children: ReactNode
  /** Stands in the place of what can't be loaded; nothing if there is none. */
  readonly instead?: ReactNode
}

interface Failed {
  readonly error: Error | undefined
}

/**
 * A part of a screen whose code may not come, where there is no network: the rest stays as it is. Other failures are
 * the screen's.
 */
export class UnlessMissing extends Component<UnlessMissingProps, Failed> {
  override readonly state: Failed = { error: undefined }

  static getDerivedStateFromError(error: Error): Failed {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (!isMissingCode(error)) throw error
    return this.props.instead
  }
}
