import { z } from 'zod';

/** Minimum length of a password, in characters (specification, section 9). */
const minPasswordLength = 6;
const maxPasswordLength = 200;

// The passwords of at least six characters that leaked lists name most often.
const common = new Set(
  `000000 00000000 012345 0123456 0123456789 101010 102030 111111 1111111 11111111 1111111111 112233 11223344 121212 123123
  12312312 123123123 123321 12344321 123454321 123456 1234567 12345678 123456789 1234567890 123456a 1234qwer 123654 123abc
  123qwe 123qweasd 131313 147147 147258 147258369 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 202020 222222
  232323 252525 2wsx3edc 314159 333333 444444 456456 456789 555555 5555555 654321 66666666 666666 696969 7654321 777777
  7777777 77777777 789456 789456123 87654321 888888 88888888 987654 987654321 9876543210 999999 99999999 a12345 a123456
  a1234567 a1b2c3 a1b2c3d4 aa123456 aaaaaa abc123 abc12345 abc123456 abcabc abcd1234 abcdef abcdefg abcdefgh access admin1
  admin123 admin1234 admin12345 administrator alexander amanda andrea andrew angel1 anthony apples arsenal asdasd asdf1234
  asdfasdf asdfgh asdfghjk asdfghjkl asdqwe ashley austin azerty azertyuiop babygirl bailey banana barcelona baseball
  basketball batman beautiful biteme blink182 brandon buster butterfly camaro cancel changeme charlie cheese chelsea chester
  chicken chocolate christian computer cookie corvette cowboys dallas daniel default diamond dolphin donald dragon einstein
  eminem family ferrari fishing flower football football1 forever freedom friends fuckyou gabriel ginger golden goodluck
  guitar hammer hannah harley heather hello1 hello123 helloworld hockey hunter hunter2 iloveu iloveyou iloveyou1 internet
  jackson jasmine jennifer jessica jordan jordan23 joseph joshua justin killer killer1 letmein letmein1 liverpool london
  london1 lovely loveme lovers maggie manchester marina martin master matrix matthew maverick melissa mercedes merlin
  michael michelle mickey midnight monkey monkey1 monster morgan mustang mynoob naruto natasha ncc1701 newyork nicholas
  nicole nothing orange passw0rd password password! password1 password12 password123 password1234 passwort patrick peanut
  pepper phoenix player please pokemon porsche princess princess1 purple q1w2e3 q1w2e3r4 q1w2e3r4t5 qazwsx qazwsxedc qqqqqq
  qwe123 qweasd qweasdzxc qweqwe qwer1234 qwerty qwerty1 qwerty12 qwerty123 qwerty12345 qwertyu qwertyui qwertyuiop qwertz
  qwertzuiop rabbit rachel raiders ranger rangers rebecca richard robert rootroot samantha samsung sandra scooter secret
  secret1 secret123 shadow silver soccer sophie spider spiderman starwars steelers stella summer sunshine sunshine1 superman
  superstar swordfish taylor tennis test123 test1234 testing testtest thomas thunder tigger tinkerbell toyota trinity
  trustno1 vanessa victoria warrior welcome welcome1 welcome123 whatever william winner winter wizard xxxxxx yamaha yankees
  yellow zaq12wsx zaq1zaq1 zxcvbn zxcvbnm zxczxc`.split(/\s+/),
);

/** True for one of the passwords that attackers try first, in any case of its letters. */
function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase());
}

/** Message for a password that is the user name. */
export const passwordIsUserName = 'Password must not be the user name';

/** True if the password is the user name, in any case of its letters. */
export function isUserName(password: string, userName: string): boolean {
  return password.trim().toLowerCase() === userName.trim().toLowerCase();
}

/** A new password. */
export const newPassword = z
  .string({ error: 'Password is required' })
  .min(1, 'Password is required')
  .min(minPasswordLength, `Password takes at least ${minPasswordLength} characters`)
  .max(maxPasswordLength, { message: `Password takes at most ${maxPasswordLength} characters`, abort: true })
  .refine((password) => password === '' || password.trim() !== '', 'Password must not consist of spaces only')
  .refine((password) => !isCommonPassword(password), 'Password is one of those that attackers try first');
