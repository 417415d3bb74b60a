import type { Site } from '../contract/site'

/** The pictures of the press page, with their names: the cover, and the members. */
export const pressPictures = ({ cover, members = [], name }: Site) => [
  ...(cover ? [{ picture: cover, label: name }] : []),
  ...members.flatMap((member) =>
    member.photo ? [{ picture: member.photo, label: member.name ?? name }] : [],
  ),
]
