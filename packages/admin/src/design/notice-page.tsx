import type { ReactNode } from 'react'
import { Failure, type FailureProps, Notice } from './notice.tsx'
import { PageBar } from './page-bar.tsx'

interface NoticePageProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
}

/** Replaces a whole screen. Includes the bar, which holds the navigation on phones. */
export function NoticePage(props: NoticePageProps) {
  return (
    <>
      <PageBar trail={null} />
      <Notice {...props} isHeadline />
    </>
  )
}

export function FailurePage(props: FailureProps) {
  return (
    <>
      <PageBar trail={null} />
      <Failure {...props} isHeadline />
    </>
  )
}
