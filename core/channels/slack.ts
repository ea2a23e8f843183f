import { ChannelFailure, type Sender } from './notification.ts';
import { post } from './post.ts';
import { cut, titleOf } from './text.ts';

/** Slack cuts longer texts. */
const maxTextLength = 3000;

/** Posts to an incoming webhook of Slack, or of a compatible server such as Mattermost, which answers `ok`. */
export const sendSlack: Sender = async ({ target }, notification, attempt, deps) => {
  const { text, link, acknowledgeLink } = notification;
  const links = [...(acknowledgeLink === null ? [] : [`<${acknowledgeLink}|Acknowledge>`]), `<${link}|Open>`];
  const lines = [
    `*${escapeText(titleOf(notification, attempt))}*`,
    escapeText(cut(text, maxTextLength)),
    links.join('  '),
  ];
  const answer = await post({ url: target, body: { text: lines.filter((line) => line !== '').join('\n') } }, deps);
  // A webhook that is switched off may answer 200 with the name of the problem.
  if (answer.trim() !== 'ok') {
    const problem = /^[\w -]{1,60}$/.exec(answer.trim());
    throw new ChannelFailure(
      'permanent',
      problem ? `Slack answered: ${problem[0]}.` : 'The answer is not one of Slack.',
    );
  }
};

/** Slack's own escapes; without `<` and `>` no name can mention a person or a channel. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
