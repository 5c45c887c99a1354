"""Small words: by which a language is told from another.

ENGLISH        of English, also those that are spelled like others elsewhere
NOBODYS        those, and single letters: initials, which are words of any language, or of none
SMALL_WORDS    of other languages, by code

Words that stand in English texts in another sense are left out (German *hat*, Danish *men*, French
*son*), and so are those that stand in names (*de la*, *von*, *der*, *los*). What English has, too
(*in*, *is*), counts for both.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase

ENGLISH = frozenset(
    """a about above after again against all almost along also although always am among an and
    another any anybody anyone anything are aren't around as at away back be because been before
    behind being below between both but by can can't cannot could couldn't d did didn't do does
    doesn't doing don't done down during each either else enough even ever every everybody
    everyone everything few for from get go going gonna got had hadn't has hasn't hath have
    haven't having he he'd he'll he's her here hers herself him himself his how however i i'd
    i'll i'm i've if in instead into is isn't it it'd it'll it's its itself just least less let
    like ll many may maybe me might mine more most much must my myself n't neither never no
    nobody none nor not nothing now of off often on once one only onto or other others ought our
    ours ourselves out over own per perhaps quite rather re s same shall shan't she she'd she'll
    she's should shouldn't since so some somebody someone something still such t than that
    that'll that's the thee their theirs them themself themselves then there there's these they
    they'd they'll they're they've thine this those thou though through thus thy till to
    together too toward towards under unless until unto up upon us ve very was wasn't we we'd
    we'll we're we've well were weren't what whatever when where whether which while who whoever
    whom whose why will with within without won't would wouldn't yes yet you you'd you'll you're
    you've your yours yourself yourselves ya y'all em ain't ye o'er m nt ca dont cant didnt
    doesnt isnt wont ive gon thx pls ok okay said says""".split()
)
NOBODYS = ENGLISH.union(ascii_lowercase) - {"y"}  # Spanish: a letter that begins few names


def _of(words: str) -> frozenset[str]:
    return frozenset(words.split())


SMALL_WORDS: Mapping[str, frozenset[str]] = {
    "be": _of("і ў гэта што яна яны ён яго яе быў была было каб або таксама"),
    "bg": _of("и в на се да не за е са от това като той тя те го му ѝ беше със но че"),
    "ca": _of(
        """amb això els però perquè què és també aquest aquesta ella seva seu dels ser hi ell li
        va un una que molt més aquell quan havia estava per no a en i es"""
    ),
    "cs": _of(
        """že být byl byla bylo byli který která které jsem jsme jsou není ještě když už jeho
        její jí ji mu ho při před až ve pak také jako proto ona oni jej něj nebo ani tak se a i
        o v s z k u do na to by mě mně jemu ní nich jim jich ale kde kdy jsi své svou svůj"""
    ),
    "da": _of(
        """og ikke jeg det på til har hun ham hende blev efter også hvor af for er i sig sit"""
    ),
    "de": _of(
        """und nicht ich sie er es ihr ihm ihn ihnen ihre ihren ihrer seine seinen seiner seinem
        ein eine einen einem einer eines mit auf für auch aber wir wird wurde haben sich sind
        dass daß zur zum nach bei aus über ist oder wenn noch wie schon dann den dem des kein
        keine mich dich diese dieser dieses in so was an am sah ging kam sagte gab traf nahm"""
    ),
    "es": _of(
        """que una está están como pero más él ella ellos ellas por para con se lo le les su sus
        es era fue muy también cuando porque sin sobre este esta había me te nos qué sí ya y no
        a he un en"""
    ),
    "et": _of(
        """ja ei see ta oli tema nad kui aga ka mis oma ning selle seda olid teda talle sest
        siis on"""
    ),
    "eu": _of("eta ez zen zuen dira hau hori bere ere baina izan dute"),
    "fi": _of(
        """ja ei on oli hän se että mutta kun niin ovat myös hänen joka jos kuin sen hänet häntä
        hänelle hänellä hänestä häneltä sitä sille siitä sitten siellä kanssa sekä vaan he"""
    ),
    "fr": _of(
        """est une un et que qui dans pour avec pas ne il elle ils elles se ses sa lui leur
        leurs cette ces était avait sont aux mais je nous vous été ont où très plus puis quand
        ce c'est qu'il qu'elle l'a d'un d'une n'est j'ai s'est on a"""
    ),
    "ga": _of("agus bhí sé sí tá leis nach ach iad"),
    "hr": _of(
        """je nije su koji koja koje što kao bio bila ili njega njoj mu još već bi se i a u na
        za do to on ona oni joj ih od da smo"""
    ),
    "hu": _of(
        """és nem egy hogy volt az ő azt ezt mint már még csak meg vagy majd neki azután őt aki
        amely pedig sem is a s aztán itt ezek azok ők nekik vele tőle hozzá róla mert"""
    ),
    "id": _of("yang dan di ini itu dengan untuk tidak dari dia akan pada adalah mereka ke"),
    "is": _of("og ekki það hann hún sem við að þeir var ég þú með fyrir"),
    "it": _of(
        """che è non una uno per con gli della delle degli dei nel nella sono era aveva lui lei
        loro anche più ma quando perché questo questa suo sua suoi dopo molto ha ho alla si lo"""
    ),
    "la": _of(
        """et est non cum sed quod ut qui quae esse sunt eius eum erat enim ab ex atque in ei
        eam eos eas ille illa illi illum illam suum suam suo sua nec neque autem deinde tamen
        haec quem quam dum ubi tum ipse ipsa dixit dedit"""
    ),
    "lt": _of("ir yra kad ne jis ji buvo bet su kaip jo jos tai iš dėl"),
    "lv": _of("un ir nav viņš viņa bija bet kas ar ka kā tas no par"),
    "nb": _of(
        """og ikke jeg det på til har hun ham henne ble etter også hvor av for er i seg sitt"""
    ),
    "nl": _of(
        """een het niet zij hij hem haar zijn ook maar voor met naar wordt werd heeft deze dat
        ze en aan bij uit om te er nog wel toen omdat ik je mijn in is was had we me of over"""
    ),
    "pl": _of(
        """się nie jest że był była było byli jego jej ją mu który która które ale jak jako
        przez dla od już tylko też oraz lub kiedy gdy oni ona są na po a i o w z do to ze on
        jemu niej nim nich ich więc wtedy gdzie czy tam potem swoją swój by"""
    ),
    "pt": _of(
        """que não uma um com para ele ela eles elas seu sua seus suas mas mais como foi era
        está são também quando muito por se ao à pelo pela isso isto lhe no as a o dele dela
        depois"""
    ),
    "ro": _of(
        """și în nu este care din pe cu mai sau el ea lui că dar pentru fost au o un a i l s ei
        ele îi îl iar apoi său sa le lor ii acest această unde când era"""
    ),
    "ru": _of(
        """и в не на что он она они его её ее с как это но за по из у был была было были ему ей
        к от же бы или когда который"""
    ),
    "sk": _of(
        """že bol bola bolo boli ktorý ktorá ktoré som sme sú nie ešte keď jeho jej ju mu sa a i
        o v s z k u do na to by ho ním nich ich ale čo kde kedy svoju svoj"""
    ),
    "sl": _of(
        """je ni so ki kot bil bila bilo pa tudi njega njej mu še že bi se in a na za to on ona
        oni jih jim da sem smo pri"""
    ),
    "sr": _of("и у је да се на су за од није који која као или његов његова био била што с"),
    "sv": _of(
        """och inte jag det på till har hon honom henne blev efter också var av är att som i
        sig sitt för gav såg sade gick"""
    ),
    "tr": _of("bir ve bu için ile çok değil olan ama gibi onu onun ona daha kadar sonra ne"),
    "uk": _of("і в не на що він вона вони його її з як це але за та й був була було їй йому"),
    "vi": _of("và là của không có được cho một những này đã trong với anh ấy cô ông"),
}
