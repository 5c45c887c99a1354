"""stub"""
from __future__ import annotations
from copy import copy
from typing import ClassVar, Any
from hearer.algorithms import factors as F
from hearer.algorithms.base import Needs
from hearer.model import Attempt, Cue, Element, Event, Familiarity, Outline, ReferringExpression, Resolution, Step, unknown_entity, Kind, ANY_SORT

OBSERVER: Any = None
UNSAID=frozenset({Kind.RELATIVE,Kind.ELLIPSIS})

class WeightedSList:
    needs: ClassVar[Needs] = Needs(parse=True)
    def __init__(self, test, *, reach: int = 8):
        self.test=test; self.reach=reach
        self.standings={}
        self.words=0; self.length=0; self.parents={}; self.heard=0
    def begin_utterance(self, outline):
        self.words+=self.length; self.length=len(outline.utterance.forms); self.heard=0
        self.parents={c.head:c.parent for c in outline.clauses}
    def hear(self, expression):
        self.heard+=1
        if not expression.is_pronoun:
            self._put(expression.entity, expression)
            return Step((), heard=expression)
        att=[];sv=[]
        for s in reversed(self.standings.values()):
            v=self.test(expression,s.element)
            att.append(Attempt(s.element,v))
            if v is None: sv.append(s)
        best=self._decide(expression,att,sv)
        entity=best.element.entity if best else unknown_entity(expression)
        if not (best is None and Cue.PLEONASTIC in expression.cues): self._put(entity,expression)
        return Step((),heard=expression,resolutions=(Resolution(expression,tuple(att),best.element if best else None),))
    def _decide(self,p,att,sv):
        ctx=F.Context(p,self.words+int(p.position),F.class_of(p.agreement),F.role_of(p.relation),self.parents.get(p.clause,0),len(sv),
            max((s.mentions for s in sv),default=0),min((p.utterance-s.element.utterance for s in sv),default=9),self.heard)
        firsts={}
        for s in sv:
            u=s.element.utterance
            if u not in firsts or s.element.position<firsts[u].element.position: firsts[u]=s
        rows=[F.of_candidate(ctx,s,r,firsts[s.element.utterance] is s) for r,s in enumerate(sv)]
        rows.append(F.of_none(ctx))
        k=OBSERVER(self,p,sv,rows,ctx)
        return sv[k] if k<len(sv) else None
    def _put(self, entity, e):
        old=self.standings.pop(entity,None)
        word=self.words+int(e.position)
        cls=F.class_of(e.agreement) if e.is_pronoun else None
        unsaid=e.kind in UNSAID
        role=F.role_of(e.relation)
        if old is None:
            el=Element(entity,e.utterance,e.position,e.familiarity,e)
            self.standings[entity]=F.Standing(el,e,word,12 if e.is_pronoun else F.KINDS[e.kind],e.lemma,e.agreement,e.sorts if not e.is_pronoun else ANY_SORT,1,int(role==0),4 if cls is None else cls,F.KINDS[e.kind],role)
            return
        el=Element(entity,e.utterance,e.position,Familiarity.EVOKED,old.element.expression if unsaid else e)
        nominal=old.nominal if e.is_pronoun or unsaid else F.KINDS[e.kind]
        lemma=old.lemma if e.is_pronoun or unsaid else e.lemma
        agr=old.agreement if unsaid else old.agreement.merged_with(e.agreement)
        sorts=old.sorts if e.is_pronoun or unsaid else (old.sorts&e.sorts or old.sorts)
        self.standings[entity]=F.Standing(el,e,word,nominal,lemma,agr,sorts,old.mentions+1,old.subjects+int(role==0),old.called if cls is None else cls,F.KINDS[e.kind] if not unsaid else old.kind,role)
    def end_utterance(self,n):
        self.standings={k:s for k,s in self.standings.items() if s.element.utterance>n-self.reach}
        return Step((),event=Event.END_OF_UTTERANCE)
    def begin_segment(self): return Step((),event=Event.SEGMENT)
    def copy(self,test):
        o=copy(self); o.test=test; o.standings=dict(self.standings); return o
