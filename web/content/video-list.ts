/** A video on the Videos page. */
export interface Video {
  title: string
  /** One line under the title. */
  about: string
  /** The video's id for `youtube` and `vimeo`; a name in `videos/` for `file`. */
  provider: 'youtube' | 'vimeo' | 'file'
  source: string
  /** The name of the preview picture in `pictures/`, without the extension. */
  picture: string
  /** For `file`: the name of a WebVTT file in `videos/` with captions in the site's language, without the extension. */
  captions?: string
  /** The date of publication, YYYY-MM-DD. Search engines require it to list a video. */
  publishedOn?: string
}

/** The page opens with the first video. Not in `band.ts`, because only one page needs them. */
export const videos: [Video, Video, Video, Video] = [
  {
    title: 'The lights go up',
    about: 'The first minute of any night.',
    provider: 'file',
    source: 'lights',
    picture: 'video-lights',
    publishedOn: '2026-03-14',
  },
  {
    title: 'One string at a time',
    about: 'The bass part, close up.',
    provider: 'file',
    source: 'strings',
    picture: 'video-strings',
    publishedOn: '2026-04-18',
  },
  {
    title: 'Thirty-three and a third',
    about: 'Where we got the songs from.',
    provider: 'file',
    source: 'record',
    picture: 'video-record',
    publishedOn: '2026-05-09',
  },
  {
    title: 'The road to Port Stanley',
    about: 'Forty minutes, windows down.',
    provider: 'file',
    source: 'road',
    picture: 'video-road',
    publishedOn: '2026-06-27',
  },
]
