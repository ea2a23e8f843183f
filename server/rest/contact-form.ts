import { contactMessage } from '../../contract/inbox.ts';
import { messages } from '../../contract/messages.ts';
import { records } from '../../core/content/records.ts';
import { publicForm } from './public-form.ts';
import { restHeading } from './record.ts';
import { restSection } from './record-routes.ts';

const heading = restHeading(records.contactForm.heading, {
  id: 'ID',
  title: 'TitleText',
  subTitle: 'SubTitleText',
  file: 'BackgroundImageFile',
  address: 'ApiBaseImageURL',
});

/** Get in touch: its heading and the public contact form (specification, sections 3 and 7). */
export const touchRest = restSection(
  'Get in touch',
  [{ record: heading, read: 'getintouchmasterdetail', save: 'savegetintouchmasterdetail' }],
  [
    publicForm({
      path: '/api/sendemail',
      name: 'contact form',
      body: contactMessage,
      async send(caller, values) {
        await caller.inbox.send(values);
        return messages.contactThanks;
      },
      title: 'Message sent',
    }),
  ],
);
