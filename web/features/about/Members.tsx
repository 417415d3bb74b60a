import type { CSSProperties } from 'react'
import type { Member } from '../../../api/contract/site'
import { Picture } from '../../ui/Picture'
import styles from './Members.module.css'

const colours = ['var(--hot)', 'var(--gold)', 'var(--teal)']

/** The members' portraits under small arches, in three of the band's colours in turn. */
export const Members = ({ members }: { members: readonly Member[] }) => (
  <div className={styles.members}>
    {members.map(({ name, role, photo, biography = [] }, index) => (
      <article
        key={String(index)}
        className={styles.member}
        style={{ '--colour': colours[index % colours.length] } as CSSProperties}
      >
        <div className={styles.arch}>
          {photo && (
            <Picture
              picture={photo}
              sizes="(max-width: 46rem) min(19rem, 75vw), 21rem"
              {...(index === 0 ? { fetchPriority: 'high' } : { loading: 'lazy' })}
            />
          )}
        </div>
        <div className={styles.text}>
          <h2 className={styles.name}>{name ?? role}</h2>{' '}
          {name && role && <p className={styles.role}>{role} </p>}
          {biography.map((paragraph, place) => (
            <p key={String(place)}>{paragraph} </p>
          ))}
        </div>
      </article>
    ))}
  </div>
)
