package dev.headroom.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Tells secrets by the names that they go by, and takes them out of texts.
 *
 * <p>A name is that of a secret if it contains {@code password}, {@code passwd}, {@code passphrase}, {@code secret}, {@code credential} or
 * {@code token} (not {@code tokens}), or if its last word is {@code key}, {@code pwd}, {@code pw}, {@code pass}, {@code pat}, {@code jwt},
 * {@code authorization} or {@code cookie}: so {@code x-api-key}, {@code api_key_id}, {@code DB_PASS} and {@code accessKey} are,
 * {@code key-store}, {@code keep-alive} and {@code public-key} are not. A number or a switch behind {@code token} or {@code key} is none either,
 * nor is a reference such as <code>${user.password}</code>. In a text these are looked for in {@code name=value}, {@code "name": "value"},
 * headers, queries of URLs, the user info of URLs, and where clients take them: {@code -u user:password}, {@code mysql -p...},
 * {@code redis-cli -a ...}. Behind {@code password:} plain words are taken for a sentence, and behind {@code token:}, {@code api-key:} and the like
 * only what has letters and digits is a secret.
 * Each part of an expression has a bound: texts come from strangers, and one that was made on purpose shall take no longer than another.
 */
public final class Secrets {

    /** What stands in place of a secret. */
    public static final String HIDDEN = "***";

    /** And a quotation mark or a bracket behind it. */
    private static final Pattern HIDDEN_ALREADY = Pattern.compile("\\*{3}\\W*");

    /** Before the name in an argument: dashes, and the D of a system property. */
    private static final Pattern ARGUMENT = Pattern.compile("^-(?:D(?=\\w)|-*)");

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])");
    private static final Pattern ALWAYS =
            Pattern.compile("passw(or)?d|passphrase|secret|credential|redis(cli)?auth|masterauth");
    private static final Pattern LAST_WORD = Pattern.compile(
            "\\w*pwd|pw|(db|key|store|trust|keystore|truststore|user|admin|root|mail|ldap|require)pass|(proxy)?authorization|cookies?");
    /** Alone these are words of other kinds as well; behind another word they are passwords, and tokens. */
    private static final Pattern LAST_OF_SEVERAL = Pattern.compile("pass|passcode|pat");

    private static final Pattern PLAIN_OR = Pattern.compile("jwts?|pass|passcode|pat|bearer");
    /** Letters and digits mixed. */
    private static final Pattern WRITTEN_BY_NO_ONE = Pattern.compile("(?=.*\\d)(?=.*[A-Za-z])\\S{8,}");

    private static final Pattern WITH_LETTERS_AND_DIGITS = Pattern.compile("(?=.*\\d)(?=.*[A-Za-z])\\S{6,}");
    /** What it goes by alone tells whether it may be a secret. */
    private static final String LIKELY = "0a1b2c3d4e";

    private static final Pattern KEY_ID = Pattern.compile("(api|access|secret|private)keyid$");
    private static final Pattern KEY =
            Pattern.compile("((x?api|access|private|sign(ing)?|encryption|master|account|shared|auth)?keys?)");
    private static final Pattern NO_SECRET_KEY = Pattern.compile("(public|primary|foreign|sort|partition|order)keys?$");
    private static final Pattern PLAIN = Pattern.compile("\\d+([.,]\\d+)?\\s*(ms|s|m|h|d|%)?|true|false|null|none|");

    // The texts are strangers': what may repeat before a mark that need not come has a bound, or a long text takes the
    // square of its length.

    /** Up to the last {@code @} before the path. */
    private static final Pattern USER_INFO =
            Pattern.compile("(?i)\\b([a-z][a-z0-9+.-]{0,30}+://)[^/?#\\s\"'<>]{1,500}@");

    /** A password may contain what ends a host; what is between a colon and a slash is a port where it is a number. */
    private static final Pattern ODD_USER_INFO = Pattern.compile(
            "(?i)\\b([a-z][a-z0-9+.-]{0,30}+://)[^/?#@:\\s\"'<>]{0,100}:(?!\\d{1,5}(?:[/?#]|$))[^\\s\"'<>]{0,500}@");

    private static final Pattern IN_QUERY = Pattern.compile(
            "(?i)([?&](?:code|sig|signature|assertion|otp|ticket|sid|x-amz-signature|x-amz-credential)=)"
                    + "(?:(?<=otp=)|(?!\\d{1,5}(?![^&#\\s\"'<>])))[^&#\\s\"'<>]{4,}");

    /** Of a session; a number alone is one that somebody counts. */
    private static final Pattern SESSION = Pattern.compile(
            "(?i)(?<![a-z0-9])((?:j|php)?sess(?:ion)?_?id=)(?=[^/?#;&,\\s\"'<>)]{0,200}\\d)(?!\\d++(?![^/?#;&,\\s\"'<>)]))[^/?#;&,\\s\"'<>)]{4,}");

    private static final Pattern SCHEME =
            Pattern.compile("(?i)\\b((?:bearer|basic)\\s+)(?=[\\w.~+/=-]{0,500}\\d)[\\w.~+/=-]{16,}");

    /** Not the numbers of a user and a group, and no address. */
    private static final String USER_AND_PASSWORD =
            "(?!\\d+:\\d+[.,;)]?(?:[\\s\"']|$))([^\\s:/\"'=]+:)(?!//)[^\\s\"']+";

    /** Of curl, which take no value: {@code -sSu} is {@code -s -S -u}. */
    private static final String SWITCHES = "[#fiIkLNsSv0-3]";

    private static final Pattern CREDENTIALS = Pattern.compile(USER_AND_PASSWORD);
    private static final Pattern USER_OPTION = Pattern.compile(
            "((?:^|\\s)(?:-u|-" + SWITCHES + "{0,8}[uU] |--(?:proxy-)?user[ =])[\"']?)" + USER_AND_PASSWORD);
    private static final Pattern OPTION_OF_USER = Pattern.compile(SWITCHES + "{0,8}[uU]|user|proxy-user");

    private static final String MYSQL = "(?:mysql|mariadb)[\\w-]{0,20}";
    private static final String REDIS = "(?:redis|valkey)-(?:cli|benchmark)";

    /** Not the ports that a container publishes, and no variable. */
    private static final String ATTACHED = "-p(?![\"']?\\$|\\d{1,5}:\\d{1,5}(?!\\S))(?=\\S)";

    /** Passwords by a letter. What is the value of another option is no client. */
    private static final Pattern OF_CLIENT = Pattern.compile("((?<![\\w.-])(?<!--[\\w-]{1,20}[ =])(?:"
            + MYSQL + "\\s(?:[^\\r\\n|;&]{0,300}?\\s)??" + ATTACHED + "|"
            + REDIS + "\\s(?:[^\\r\\n|;&]{0,300}?\\s)??(?:-a|--pass)\\s{1,9}))"
            + "(?:\"[^\"\\r\\n]{1,200}\"|'[^'\\r\\n]{1,200}'|[^\\s\"']+)");

    private static final Pattern CLIENT_OF_MYSQL = Pattern.compile("(?:.*/)?" + MYSQL);
    private static final Pattern CLIENT_OF_REDIS = Pattern.compile("(?:.*/)?" + REDIS);
    private static final Pattern OF_MYSQL = Pattern.compile(ATTACHED + ".+");

    /** A client stands no further before its password. */
    private static final int MOST_BEFORE = 32;

    private static final Pattern ORACLE =
            Pattern.compile("(?i)(jdbc:oracle:\\w{1,20}:)[^/\\s@]{1,200}/[^@\\s]{1,500}@");
    private static final Pattern HEADER = Pattern.compile(
            "(?i)\\b((?:proxy-)?authorization|(?:set-)?cookie(?=[\"']?\\s{0,9}[:=]\\s{0,9}[\"']?[\\w.!#$%&*+^|~-]{1,200}=)|x-api-key|x-auth-token)"
                    + "([\"']?\\s*[:=]\\s*+)(?!\\*{3}`|[a-z]{1,30} [a-z]{1,30} [a-z]|[^\\r\\n]{0,200}\\$\\{)[^\\r\\n]+");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{[\\w.-]+}");
    private static final Pattern OPTION = Pattern.compile("--?([A-Za-z][\\w.-]*)");

    /**
     * A name, and what is between it and its value. It is looked at from its beginning alone: from each of its letters, a long one would take the square of its length.
     */
    private static final Pattern NAME = Pattern.compile(
            "(?i)(?<![\\w.\\[\\]-])([\\d_.\\[\\]-]*+[a-z][\\w.\\[\\]-]*+)"
                    + "(?:[\"']?\\s{0,9}=\\s{0,9}|[\"']\\s{0,9}:\\s{0,9}|(?<!unexpected token)(:)\\s{0,9}+(?![a-z']{1,40}\\s{1,9}[a-z]))");

    /** In quotes up to its end, without them up to what separates it from the next. */
    private static final Pattern VALUE =
            Pattern.compile("\"([^\"\\\\\\r\\n]*+(?:\\\\.[^\"\\\\\\r\\n]*+){0,1000}+)\"|'([^'\\r\\n]*+)'|[\"']?("
                    + REFERENCE + "|[^\\s\"'&;,)}\\]]+)");

    /** Of source, as in {@code Vault.readSecret:42}. */
    private static final Pattern LINE = Pattern.compile("\\d{1,5}");

    /** Behind the colon of a sentence, these and no others. */
    private static final Pattern BEFORE_COLON = Pattern.compile(
            "(?i)(?:passw(?:or)?d|passphrase|secret|[_.](?:pwd|pw|pass|passcode|pat)|(?-i:[a-z]P(?:ass|wd))|dbpass)$");

    private static final Pattern PERHAPS_BEFORE_COLON = Pattern.compile(
            "(?i)(?:token|jwts?|bearer|credentials?|pwd|pass|passcode|(?:api|access|private|sign(?:ing)?|encryption|master|account|shared|auth)[_.-]?key(?:[_.-]?id)?)$");

    private record Part(int from, int to) {
        String of(String text) {
            return text.substring(from, to);
        }
    }

    private Secrets() {}

    /** Letters and digits mixed, as hardly any name has them. */
    public static boolean isMixed(String text) {
        return WITH_LETTERS_AND_DIGITS.matcher(text).matches();
    }

    /** Whether that value is a secret, going by its name. */
    public static boolean isSecret(String name, String value) {
        String[] words = BETWEEN_WORDS.split(ARGUMENT.matcher(name).replaceFirst(""));
        if (words.length == 0
                || value.isEmpty()
                || HIDDEN_ALREADY.matcher(value).matches()
                || REFERENCE.matcher(value).matches()) {
            return false;
        }
        String all = String.join("", words).toLowerCase(Locale.ROOT);
        String last = words[words.length - 1].toLowerCase(Locale.ROOT);
        if (ALWAYS.matcher(all).find()
                || LAST_WORD.matcher(last).matches()
                || words.length > 1 && LAST_OF_SEVERAL.matcher(last).matches()
                || KEY_ID.matcher(all).find()) {
            return true;
        }
        // the key of a map, or of a table, more often than of a door; the way in which somebody logs in
        if (words.length == 1 && last.startsWith("key") || words.length > 1 && last.equals("auth")) {
            return WRITTEN_BY_NO_ONE.matcher(value).matches();
        }
        boolean named = all.contains("token") && !all.contains("tokens")
                || PLAIN_OR.matcher(last).matches()
                || KEY.matcher(last).matches() && !NO_SECRET_KEY.matcher(all).find();
        return named && !PLAIN.matcher(value).matches();
    }

    /** The same text, with {@value #HIDDEN} for each secret in it. */
    public static String hideIn(String text) {
        String shown = USER_INFO.matcher(text).replaceAll("$1" + HIDDEN + "@");
        shown = ODD_USER_INFO.matcher(shown).replaceAll("$1" + HIDDEN + "@");
        shown = ORACLE.matcher(shown).replaceAll("$1" + HIDDEN + "@");
        shown = HEADER.matcher(shown).replaceAll("$1$2" + HIDDEN);
        shown = SCHEME.matcher(shown).replaceAll("$1" + HIDDEN);
        shown = IN_QUERY.matcher(shown).replaceAll("$1" + HIDDEN);
        shown = SESSION.matcher(shown).replaceAll("$1" + HIDDEN);
        shown = USER_OPTION.matcher(shown).replaceAll("$1$2" + HIDDEN);
        shown = OF_CLIENT.matcher(shown).replaceAll("$1" + HIDDEN);
        StringBuilder all = new StringBuilder();
        int from = 0;
        for (Part secret : named(shown)) {
            all.append(shown, from, secret.from()).append(HIDDEN);
            from = secret.to();
        }
        return from == 0 ? shown : all.append(shown, from, shown.length()).toString();
    }

    /** The secrets that stand in a text behind their names. */
    public static List<String> in(String text) {
        return named(text).stream().map(secret -> secret.of(text)).toList();
    }

    /** Without their quotes, in order. In the value of a name that is none of a secret others may stand, as in {@code OPTS=-Dpassword=...}. */
    private static List<Part> named(String text) {
        List<Part> found = new ArrayList<>();
        Matcher name = NAME.matcher(text);
        Matcher value = VALUE.matcher(text);
        int from = 0;
        while (name.find(from)) {
            from = name.end();
            if (isSecret(name, LIKELY) && value.region(from, text.length()).lookingAt()) {
                from = value.end();
                int group = value.start(1) >= 0 ? 1 : value.start(2) >= 0 ? 2 : 3;
                if (isSecret(name, value.group(group))) {
                    found.add(new Part(value.start(group), value.end(group)));
                }
            }
        }
        return found;
    }

    private static boolean isSecret(MatchResult name, String value) {
        String called = name.group(1);
        boolean line = name.end(2) == name.end()
                && called.indexOf('.') >= 0
                && LINE.matcher(value).matches();
        return !line
                && isSecret(called, value)
                && (name.start(2) < 0
                        || BEFORE_COLON.matcher(called).find()
                        || PERHAPS_BEFORE_COLON.matcher(called).find()
                                && WITH_LETTERS_AND_DIGITS.matcher(value).matches());
    }

    /** The arguments of a command, without those that are secrets by themselves or by the option before them, as in {@code --password abc}. */
    public static List<String> hideInArguments(List<String> arguments) {
        return IntStream.range(0, arguments.size())
                .mapToObj(i -> hide(nameOf(arguments, i), arguments.get(i)))
                .toList();
    }

    /** What an argument goes by: the option before it, or {@code password} where a client takes one by a letter; empty where it stands by itself. */
    static String nameOf(List<?> arguments, int i) {
        String before = i > 0 && arguments.get(i - 1) instanceof String text ? text : "";
        boolean password = before.equals("-a") && isOf(CLIENT_OF_REDIS, arguments, i)
                || arguments.get(i) instanceof String argument
                        && OF_MYSQL.matcher(argument).matches()
                        && isOf(CLIENT_OF_MYSQL, arguments, i);
        return password ? "password" : option(before);
    }

    private static boolean isOf(Pattern client, List<?> arguments, int end) {
        return IntStream.range(Math.max(0, end - MOST_BEFORE), end)
                .anyMatch(i -> arguments.get(i) instanceof String word
                        && client.matcher(word).matches()
                        && (i == 0 || !(arguments.get(i - 1) instanceof String option && option.startsWith("--"))));
    }

    /** What goes by that name, or stands behind that option, without its secrets. */
    public static String hide(String name, String text) {
        if (isSecret(name, text)) {
            return HIDDEN;
        }
        Matcher credentials = CREDENTIALS.matcher(text);
        return OPTION_OF_USER.matcher(name).matches() && credentials.matches()
                ? credentials.group(1) + HIDDEN
                : hideInArgument(text);
    }

    /** The name in {@code --name}; empty where it is no option. */
    public static String option(String argument) {
        Matcher option = OPTION.matcher(argument);
        return option.matches() ? option.group(1) : "";
    }

    /**
     * One argument of a command: {@code --name=value} and {@code -Dname=value} are one secret up to their end, whatever the value contains.
     */
    public static String hideInArgument(String argument) {
        int equals = argument.indexOf('=');
        return equals > 0
                        && isName(argument.substring(0, equals))
                        && isSecret(argument.substring(0, equals), argument.substring(equals + 1))
                ? argument.substring(0, equals + 1) + HIDDEN
                : hideIn(argument);
    }

    private static boolean isName(String text) {
        return text.chars().allMatch(each -> Character.isLetterOrDigit(each) || "-_.[]".indexOf(each) >= 0);
    }
}
