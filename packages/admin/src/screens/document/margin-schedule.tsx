import { useQuery } from '@tanstack/react-query'
import { collection } from '../../data/client.ts'
import { keys } from '../../data/use-documents.ts'
import { StatusMark } from '../../design/status-mark.tsx'
import { documentWords } from '../../words/document.ts'
import { useFormats } from '../../words/formats.ts'
import { useWords } from '../../words/use-words.ts'
import styles from './document-margin.module.css'

/** Publications that are put off to a moment. */
export function ScheduleSection({ slug, id }: { readonly slug: string; readonly id: string }) {
  const said = useWords(documentWords)
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: [...keys.collection(slug), id, 'schedule'],
    queryFn: () => collection(slug).scheduled(id),
    retry: false,
  })
  const pending = (data?.docs ?? []).filter(({ status }) => status === 'pending')
  return (
    <section className={styles.section}>
      <h2 className={styles.heading}>{said.schedule}</h2>
      {pending.length === 0 && <p className={styles.muted}>{said.notScheduled}</p>}
      {pending.map((job) => (
        <StatusMark key={job.id} status="scheduled" text={`${formats.day(job.runAt)}, ${formats.time(job.runAt)}`} />
      ))}
    </section>
  )
}
