import { Component, type ReactNode } from 'react'
import { isMissingCode } from '../data/api-error.ts'

interface UnlessMissingProps {
  readonly children: ReactNode
  /** Shown instead of a part that can't be loaded; nothing by default. */
  readonly instead?: ReactNode
}

interface Failed {
  readonly error: Error | undefined
}

/** Catches the failure to load the code of a part, such as offline. The screen handles other errors. */
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
