import type { CSSProperties } from 'react'
import type { Member } from '../../content/members'
import { Picture } from '../../ui/Picture'
import styles from './Members.module.css'

const colours = ['var(--hot)', 'var(--gold)', 'var(--teal)']

/** The members' portraits under small arches, in three of the band's colours in turn. */
export const Members = ({ members }: { members: readonly Member[] }) => (
  <div className={styles.members}>
    {members.map(({ name, role, photo, photoDescription, biography }, index) => (
      <article
        key={photo}
        className={styles.member}
        style={{ '--colour': colours[index % colours.length] } as CSSProperties}
      >
        <div className={styles.arch}>
          <Picture
            name={photo}
            alt={photoDescription}
            sizes="(max-width: 46rem) min(19rem, 75vw), 21rem"
            {...(index === 0 ? { fetchPriority: 'high' } : { loading: 'lazy' })}
          />
        </div>
        <div className={styles.text}>
          <h2 className={styles.name}>{name ?? role}</h2>{' '}
          {name && <p className={styles.role}>{role} </p>}
          {biography.map((paragraph) => (
            <p key={paragraph}>{paragraph} </p>
          ))}
        </div>
      </article>
    ))}
  </div>
)
